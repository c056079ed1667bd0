// What this copy of the page is. The one inside the program asks the program; site/build writes another one of this file for a
// folder that has everything: its version, and the files with the program, the rest of it, the table of Simpei and the book.

/** @type {{version: string, program: string | null, rest: string | null, simpei: string | null, book: string | null}} */
export const site = { version: "", program: null, rest: null, simpei: null, book: null };
