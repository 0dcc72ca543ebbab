// Plays on the page as a person would, by clicks: one wish that is illegal, then what is legal until the game is over.
const body = document.body;
const told = { errors: [] };
for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, (each) => told.errors.push(String(each.message ?? each.reason)));
// The browser's clock runs ahead while nothing but timers waits, and stands still while something is fetched: so it waits for the page.
const ready = async () => {
  await (await fetch("drawing.js", { cache: "no-store" })).text();
  await new Promise((done) => setTimeout(done, 5));
};
while (!body.dataset.turn || body.dataset.turn === "others") await ready();
told.hidden = [...document.querySelectorAll('section[data-zone^="hand of "]:not(.own)')].map((each) => each.querySelectorAll("title").length);
told.own = document.querySelectorAll('section[data-zone^="hand of "].own title').length;
told.groups = [...document.querySelectorAll(".group h2")].map((each) => each.textContent);
told.titles = [...document.querySelectorAll("section.own title")].map((each) => each.textContent);
told.numbers = [...document.querySelectorAll(".number")].map((each) => each.textContent);
const first = document.querySelector("#choices .chips:last-child button:not(.legal)");
if (first) {
  first.click();
  told.why = document.getElementById("why").textContent;
}
const begun = document.querySelector("#choices .chips:last-child button.legal") ?? document.querySelector("#choices button.legal");
begun.focus();
begun.click();
while (body.dataset.turn === "others") await ready();
const there = document.activeElement;
told.focus = body.dataset.turn !== "own" || (there.closest("#choices") !== null && there.classList.contains("legal"));
let clicks = 0;
const legalNext = () => [...document.querySelectorAll("#choices .chips:last-child button.legal")];
while (body.dataset.turn === "own" && clicks++ < 2000) {
  const chips = legalNext();
  (chips.length ? chips : [...document.querySelectorAll("#choices button.legal")])[clicks % Math.max(chips.length, 1)].click();
  while (body.dataset.turn === "others") await ready();
  // What began as something legal has to go on as something legal.
  if (body.dataset.turn === "own" && !legalNext().length) told.stuck ??= document.getElementById("choices").textContent;
}
told.clicks = clicks;
told.turn = body.dataset.turn;
told.status = document.getElementById("turn").textContent;
body.dataset.told = JSON.stringify(told);
