import { initializeApp } from 'firebase/app'
import { getMessaging } from 'firebase/messaging/sw'

// Built into a separate file, /firebase-messaging-sw.js (scripts/build-plugins.ts). Firebase's listeners, which
// show messages while no tab of the panel is open, must be registered when the worker starts: its URL holds
// the project.
getMessaging(initializeApp(JSON.parse(new URLSearchParams(self.location.search).get('config') ?? '{}')))
