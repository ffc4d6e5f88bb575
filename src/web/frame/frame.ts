import { createContext, useContext } from 'hono/jsx'
import type { Role } from '../../workspace/permissions.ts'

/** What every page is put into. */
export interface Frame {
  /** Where the pages are mounted, as links need it: '' or '/checks'. */
  readonly base: string
  /** Path of the page, below that. */
  readonly path: string
  /** Of every form on the page. */
  readonly formToken: string
  readonly requestId: string
  /** undefined: nobody is signed in. */
  readonly visitor: Visitor | undefined
  /** Said on top. */
  readonly notice: string | undefined
}

export interface Visitor {
  readonly name: string
  readonly organization: string
  readonly role: Role
  /** Whether the sign-in is our own, so that it can end here. */
  readonly canSignOut: boolean
}

export const FrameContext = createContext<Frame>({
  base: '',
  path: '/',
  formToken: '',
  requestId: '',
  visitor: undefined,
  notice: undefined,
})

export function useFrame(): Frame {
  return useContext(FrameContext)
}
