/** Marks a test that takes more than 2 seconds on two cores: only `npm run test:all` runs it. */
export const long = { tags: ['long'] }
