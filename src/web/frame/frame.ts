import { createContext, useContext } from 'hono/jsx'
import type { Appearance } from '../../runtime/appearance-options.ts'
import type { Role } from '../../workspace/permissions.ts'

/** The parts of every page's frame. */
export interface Frame {
  /** The mount path of the pages, for links: '' or '/checks'. */
  readonly base: string
  /** Path of the page, relative to that. */
  readonly path: string
  /** For every form on the page. */
  readonly formToken: string
  readonly requestId: string
  /** undefined: nobody is signed in. */
  readonly visitor: Visitor | undefined
  /** Shown at the top. */
  readonly notice: string | undefined
  readonly appearance: Appearance
}

export interface Visitor {
  readonly name: string
  readonly organization: string
  readonly role: Role
  /** Whether the sign-in is our own, so that we can offer to sign out. */
  readonly canSignOut: boolean
  /** Webhooks that stopped by themselves, for those who may mend it. */
  readonly stoppedWebhooks: number
}

/** Without data from the store. */
export const bareAppearance: Appearance = { name: 'Checkwright', colour: null, logo: null, language: 'en' }

export const FrameContext = createContext<Frame>({
  base: '',
  path: '/',
  formToken: '',
  requestId: '',
  visitor: undefined,
  notice: undefined,
  appearance: bareAppearance,
})

export function useFrame(): Frame {
  return useContext(FrameContext)
}
