import { useFrame } from '../../all-texts/frame.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { assets } from '../../pages/assets.ts'
import type { ConnectSession } from '../connect-sessions.ts'

/** What the dialog does by itself: it opens, waits, and tells the page of the host. */
export function DialogScript() {
  const { base } = useFrame()
  return <script type="module" src={`${base}${assets.dialog.path}`} />
}

/** Only in a frame or a window that a script has opened; others close by themselves. */
export function CloseButton({ session: { origin } }: { readonly session: ConnectSession }) {
  const texts = useTexts()
  return (
    <button class="button quiet" type="button" data-dialog-close={origin} hidden>
      {texts.connect.dialog.close}
    </button>
  )
}

/**
 * Who asks. A dialog can be on any page, so that it says so itself.
 * @param props.name of the connector, once it is chosen
 */
export function Requester({ organization, name }: { readonly organization: string; readonly name?: string }) {
  const { dialog } = useTexts().connect
  return (
    <p class="lead">{name === undefined ? dialog.askAny({ organization }) : dialog.askOne({ organization, name })}</p>
  )
}
