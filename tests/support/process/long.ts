/** Marks a test that takes more than 2 seconds on two cores, of a feature that quicker tests check: only `npm run test:all` runs it. */
export const long = { tags: ['long'] }
