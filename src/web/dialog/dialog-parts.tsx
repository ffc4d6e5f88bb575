import type { ConnectSession } from '../../runtime/sign-in/connect-sessions.ts'
import { assets } from '../assets.ts'
import { useFrame } from '../frame/frame.ts'

/** What the dialog does by itself: it opens, waits, and tells the page of the host. */
export function DialogScript() {
  const { base } = useFrame()
  return <script type="module" src={`${base}${assets.dialog.path}`} />
}

/** Only in a frame or a window that a script has opened; others close by themselves. */
export function CloseButton({ session: { origin } }: { readonly session: ConnectSession }) {
  return (
    <button class="button quiet" type="button" data-dialog-close={origin} hidden>
      Close
    </button>
  )
}

/** Who asks. A dialog can be on any page, so that it says so itself. */
export function Requester({ organization, what }: { readonly organization: string; readonly what: string }) {
  return (
    <p class="lead">
      {`The organization “${organization}” asks you to connect ${what}. It can then read what you allow. If you do not know this organization, close this.`}
    </p>
  )
}
