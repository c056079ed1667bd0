// Links: what is on the page, in the part of the address behind #, which never leaves the browser.

/** @param {string} screen @param {unknown} state */
export function address(screen, state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const packed = btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `#${screen}/${packed}`;
}

/** What an address says; nothing where it cannot be read. @param {string} hash @returns {{screen: string, state: any}} */
export function parse(hash) {
  const [screen, packed] = hash.replace(/^#/, "").split("/");
  try {
    const text = atob((packed ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return { screen, state: packed ? JSON.parse(new TextDecoder().decode(bytes)) : null };
  } catch {
    return { screen, state: null };
  }
}
