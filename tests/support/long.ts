/** Of a test that takes more than 4 seconds on two cores: `npm run test:all` alone runs it. */
export const long = { tags: ['long'] }
