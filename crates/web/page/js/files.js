// Texts from files, from the clipboard and from a drag, in whatever charset they are.

/**
 * The text of some bytes: UTF-8 where it can be, else the charset that an SGF file names, else the western one.
 * @param {ArrayBuffer} bytes
 */
export function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const plain = new TextDecoder("windows-1252").decode(bytes);
    const named = /CA\[([\w-]+)\]/.exec(plain)?.[1];
    try {
      return named ? new TextDecoder(named).decode(bytes) : plain;
    } catch {
      return plain;
    }
  }
}

/** Asks for a file and brings its text. @returns {Promise<{name: string, text: string} | null>} */
export function chooseFile() {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      resolve(file ? { name: file.name, text: decode(await file.arrayBuffer()) } : null);
    });
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}

/** Listens for what is dropped on the page or pasted outside of a field. @param {(text: string, name: string) => void} receive */
export function listen(receive) {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    const text = file ? decode(await file.arrayBuffer()) : event.dataTransfer?.getData("text/plain");
    if (text) receive(text, file?.name ?? "what was dropped");
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text?.trim()) receive(text, "what was pasted");
  });
}
