/** Of a test that takes more than 4 seconds on two cores, 7 in a browser: `npm run test:all` alone runs it. */
export const long = { tags: ['long'] }
