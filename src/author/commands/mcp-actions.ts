import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createToolServer } from '../../service/mcp/create-tool-server.ts'
import { createAuthorTools } from '../mcp/author-tools.ts'
import { WorkFolder } from '../mcp/work-folder.ts'

export interface McpOptions extends GlobalOptions {
  readonly dir: string
}

const instructions =
  'Writes connectors of Checkwright as data, in files of one folder. Loop: describe_api, new, edit the files, validate, prove, run_against_recording, until no problem is left. Then draw_cases, wait for the labels of a person, and accept. Take each path, member and word from the description. Label each witness from the description before you run the check. You publish nothing: a person does.'

/** Serves until the client closes its end. */
export async function runMcpCommand({ dir }: McpOptions, { terminal }: Context): Promise<ExitCode> {
  const folder = new WorkFolder(dir)
  const tools = createAuthorTools(folder)
  const toMessage = (text: string) => folder.shorten(text)
  const onDefect = (error: unknown) =>
    terminal.err.line(`A tool failed: ${error instanceof Error ? error.stack : error}`)
  const transport = new StdioServerTransport(terminal.input, terminal.out.stream)
  const { promise, resolve } = Promise.withResolvers<void>()
  terminal.input.once('close', resolve).once('end', resolve)
  const handle = serveStdio(() => createToolServer({ instructions, tools, onDefect, toMessage }), {
    transport,
    onerror: ({ message }) => terminal.err.line(`The connection reports: ${message}`),
  })
  await promise
  await handle.close()
  return exitCodes.fine
}
