import { createContext, useContext } from 'hono/jsx'
import type { Language } from '../../service/records/appearances.ts'
import type { Role } from '../../service/rights/permissions.ts'
import type { Appearance } from '../parts/appearance-options.ts'
import type { Texts } from './texts.ts'

/** The parts of every page's frame. */
export interface Frame {
  /** The mount path of the pages, for links: '' or '/checks'. */
  readonly base: string
  /** Path of the page, relative to that. */
  readonly path: string
  /** For every form on the page. */
  readonly formToken: string
  readonly requestId: string
  readonly language: Language
  /** Path of the page, for links to it in another language. */
  readonly here: string
  readonly texts: Texts
  /** undefined: nobody is signed in. */
  readonly visitor: Visitor | undefined
  /** Shown at the top. */
  readonly notice: string | undefined
  readonly appearance: Appearance
  /** Whether what the pages show is a sample. */
  readonly isSample: boolean
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
export const bareAppearance: Appearance = { name: 'Checkwright', colour: null, logo: null, language: null }

export const FrameContext = createContext<Frame | undefined>(undefined)

/** @throws TypeError outside of a page, so that nothing shows a text of the wrong language */
export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (frame === undefined) throw new TypeError('useFrame: there is no page around this')
  return frame
}
