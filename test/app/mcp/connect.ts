import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ToolReply } from '../../service/mcp/connect-client.ts'
import { publicUrl } from '../../things/runtime/world.ts'
import type { openApiHost } from '../host/world.ts'

/** The scopes of everything that the tools read, and the gate. */
export const readScopes = ['mcp:read', 'integrations:read', 'people:read', 'tasks:read', 'evidence-forms:read']

const address = new URL(`${publicUrl}/mcp`)

/** The protocol's own client. @param modern by the version of 2026, without a session */
export async function connect(
  { host }: Pick<Awaited<ReturnType<typeof openApiHost>>, 'host'>,
  key: string,
  modern = false,
) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    modern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : undefined,
  )
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { 'x-api-key': key } },
    fetch: (url, init) => host.fetch(new Request(url, { ...init, duplex: 'half' } as RequestInit)),
  })
  await client.connect(transport)
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) =>
    (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolReply
  return { client, call }
}
