import { initializeApp } from 'firebase/app'
import { getMessaging } from 'firebase/messaging/sw'

// Built into a file of its own, /firebase-messaging-sw.js (scripts/cloud-build.ts). Firebase's listeners, which show
// messages while no tab of the panel is open, must be there as the worker starts: the project comes by its address.
getMessaging(initializeApp(JSON.parse(new URLSearchParams(self.location.search).get('config') ?? '{}')))
