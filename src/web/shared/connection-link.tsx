import type { PropsWithChildren } from 'hono/jsx'
import { mayDo } from '../../workspace/permissions.ts'
import { useFrame } from '../frame/frame.ts'
import { Link } from '../frame/links.tsx'

/** A link to the page of a connection; its text alone for somebody who may not open that. */
export function ConnectionLink({ id, children }: PropsWithChildren<{ readonly id: string | undefined }>) {
  const { visitor } = useFrame()
  const mayOpen = id !== undefined && visitor !== undefined && mayDo(visitor.role, 'connections:read')
  return mayOpen ? <Link to={`/connections/${id}`}>{children}</Link> : children
}
