/** Of a test that takes more than 4 seconds on two cores: `npm test` leaves it to `npm run test:all`. */
export const long = { tags: ['long'] }
