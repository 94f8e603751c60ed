/** The bucket of the tests. */
export const bucket = 'vecto-tests'
