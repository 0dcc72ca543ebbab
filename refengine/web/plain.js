// Plain data: what an object is, texts that are not too long, and numbers in bytes, the least byte first.

export function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

export function clip(text) {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function unsigned(bytes, at, width) {
  let found = 0;
  for (let byte = width - 1; byte >= 0; byte--) found = found * 256 + bytes[at + byte];
  return found;
}

export function putUnsigned(bytes, at, width, value) {
  for (let byte = 0; byte < width; byte++) {
    bytes[at + byte] = value % 256;
    value = Math.floor(value / 256);
  }
}
