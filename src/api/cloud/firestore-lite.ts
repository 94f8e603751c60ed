/** Firestore Lite under the names of the full client, for react-admin-firebase (scripts/build-plugins.ts). */
export * from 'firebase/firestore/lite'
export { getCount as getCountFromServer } from 'firebase/firestore/lite'
