import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { createToolServer } from '../../../src/service/mcp/create-tool-server.ts'
import type { Tool } from '../../../src/service/mcp/tool.ts'

/** What a tool answered a client. */
export interface ToolReply {
  readonly isError?: boolean
  readonly structuredContent?: {
    readonly note: string
    readonly data: Readonly<Record<string, unknown>>
    readonly next?: string
  }
  readonly content: readonly { readonly type: string; readonly text?: string }[]
}

/** A client of the protocol's own library, connected to a server with these tools. */
export async function connectClient(tools: readonly Tool[], toMessage?: (text: string) => string) {
  const defects: unknown[] = []
  const server = createToolServer({
    instructions: 'For a test.',
    tools,
    onDefect: (error) => defects.push(error),
    toMessage,
  })
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await server.connect(ofServer as Parameters<typeof server.connect>[0])
  await client.connect(ofClient)
  const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
    (await client.callTool({ name, arguments: { ...args } })) as unknown as ToolReply
  return { client, call, defects, close: () => client.close() }
}
