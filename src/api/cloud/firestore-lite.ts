/** Firestore's small client under the large one's names, for react-admin-firebase (scripts/cloud-build.ts). */
export * from 'firebase/firestore/lite'
export { getCount as getCountFromServer } from 'firebase/firestore/lite'
