// Plays on the page as a person would, by clicks: one wish that is illegal, then what is legal until the game is over.
const body = document.body;
const told = {};
const ready = () => new Promise((done) => setTimeout(done, 1));
while (!body.dataset.turn) await ready();
told.hidden = [...document.querySelectorAll('section[data-zone^="hand of "]:not(.own)')].map((each) => each.querySelectorAll("title").length);
told.own = document.querySelectorAll('section[data-zone^="hand of "].own title').length;
const first = document.querySelector("#choices .chips:last-child button:not(.legal)");
if (first) {
  first.click();
  told.why = document.getElementById("why").textContent;
}
let clicks = 0;
while (body.dataset.turn === "own" && clicks++ < 2000) {
  const chips = [...document.querySelectorAll("#choices .chips:last-child button.legal")];
  (chips.length ? chips : [...document.querySelectorAll("#choices button.legal")])[clicks % Math.max(chips.length, 1)].click();
}
told.clicks = clicks;
told.turn = body.dataset.turn;
told.status = document.getElementById("turn").textContent;
body.dataset.told = JSON.stringify(told);
