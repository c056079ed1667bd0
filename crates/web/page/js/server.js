// Answers from the program on this machine: POST /ask, and server-sent events for what takes long.

import { answerIn, Cancelled, Gone, Refused } from "./faults.js";

/** @typedef {import("./engine.js").Question} Question */

let number = 0;
const self = Math.random().toString(36).slice(2, 10);
const gone = () => new Gone("The program does not answer any more. Start it again with tesuji serve; what is on this page stays.");

/**
 * @param {string} path
 * @param {Question} body
 * @param {AbortSignal} [signal]
 */
async function post(path, body, signal) {
  try {
    return await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "tesuji-client": self },
      body: JSON.stringify(body),
      signal,
      cache: "no-store",
    });
  } catch (error) {
    throw signal?.aborted ? new Cancelled() : gone();
  }
}

/** @param {Response} response */
async function read(response) {
  let told;
  try {
    told = await response.json();
  } catch {
    throw gone();
  }
  return answerIn(told);
}

/** Events of a stream: `event: name`, `data: JSON`, an empty line. @param {Response} response */
async function* events(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const name = /^event: (.*)$/m.exec(text.slice(0, end))?.[1] ?? "";
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1] ?? "null";
      text = text.slice(end + 2);
      yield { name, data: JSON.parse(data) };
    }
  }
}

/** @type {import("./engine.js").Engine} */
export const server = {
  name: "answered by the program on this machine",

  async ask(question) {
    return read(await post("ask", question));
  },

  watch(question, see = () => {}) {
    const id = `${self}-${++number}`;
    const away = new AbortController();
    const begun = post("watch", { ...question, id, progress: 0.2 }, away.signal);
    const answer = (async () => {
      const response = await begun;
      if (!response.ok) return read(response);
      try {
        for await (const { name, data } of events(response)) {
          if (name === "progress") see(data);
          else if (name === "answer") return data;
          else if (name === "error") return answerIn(data);
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
        if (away.signal.aborted) throw new Cancelled();
      }
      throw gone();
    })();
    // Whoever does not look at it any more need not hear of its end.
    answer.catch(() => {});
    // Nobody can be stopped who has not begun; a server that is gone says so where its answer is waited for.
    const stop = () => { begun.then(() => post("stop", { stop: id })).catch(() => {}); };
    return { answer, stop, cancel: () => away.abort() };
  },
};
