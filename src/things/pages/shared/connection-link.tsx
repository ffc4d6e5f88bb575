import type { PropsWithChildren } from 'hono/jsx'
import { crossCheckConnectorId } from '../../../define/index.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useFrame } from '../../all-texts/frame.ts'
import { Link } from '../frame/links.tsx'

interface ConnectionLinkProps {
  readonly id: string | undefined
  /** Id of the connector: what is of a cross-check has a page of its own. @default a connection's */
  readonly connector?: string | undefined
}

/** A link to the page of a connection, or of the cross-checks; its text alone for somebody who may not open that. */
export function ConnectionLink({ id, connector, children }: PropsWithChildren<ConnectionLinkProps>) {
  const { visitor } = useFrame()
  if (id === undefined || visitor === undefined) return children
  if (connector === crossCheckConnectorId) return <Link to="/cross-checks">{children}</Link>
  return mayDo(visitor.role, 'connections:read') ? <Link to={`/connections/${id}`}>{children}</Link> : children
}
