// Why there is no answer.

/** A question that cannot be asked: one sentence, and the field that is wrong. */
export class Refused extends Error {
  /** @param {string} message @param {string} [field] */
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** Nobody is there to answer. */
export class Gone extends Error {}

/** The answer is not wanted any more. */
export class Cancelled extends Error {}

/** The answer in what was told, unless it is an error. @param {Record<string, any>} told */
export function answerIn(told) {
  if (told.error) throw new Refused(told.error, told.field);
  return told;
}
