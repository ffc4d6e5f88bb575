import { McpServer } from '@modelcontextprotocol/server'
import { version } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { answerCharactersMax } from './limits.ts'
import { createAnswerSchema, dataNote, type Tool, type ToolAnswer, type ToolProblem, toToolProblems } from './tool.ts'

interface ToolServerOptions {
  /** What the server is for, in our own words. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  /** Called with what no tool foresees. The client learns that something failed, and nothing of it. */
  readonly onDefect: (error: unknown) => void
  /** Changes a text of an error before the client gets it. @default none */
  readonly toMessage?: ((text: string) => string) | undefined
}

/** A server of the Model Context Protocol with these tools. One serves one connection, or one request. */
export function createToolServer({ instructions, tools, onDefect, toMessage }: ToolServerOptions): McpServer {
  const server = new McpServer({ name: 'checkwright', version }, { capabilities: { tools: {} }, instructions })
  for (const tool of tools)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        outputSchema: createAnswerSchema(tool.data),
        annotations: { readOnlyHint: tool.isReadOnly, destructiveHint: false, openWorldHint: false },
      },
      (input) => callTool(tool, input, { onDefect, toMessage }),
    )
  return server
}

async function callTool(
  tool: Tool,
  input: unknown,
  { onDefect, toMessage = (text) => text }: Pick<ToolServerOptions, 'onDefect' | 'toMessage'>,
) {
  const refuse = (problems: readonly ToolProblem[]) => ({
    ...toResult({ data: { problems: problems.map((each) => ({ ...each, message: toMessage(each.message) })) } }),
    isError: true,
  })
  try {
    const result = toResult(await tool.answer(input as never))
    if (result.content[0].text.length <= answerCharactersMax) return result
    const message = `The answer would have more than ${answerCharactersMax} characters.`
    return refuse([{ code: 'ANSWER_TOO_LARGE', message, remedy: 'Ask for fewer items, or for a part.' }])
  } catch (error) {
    if (error instanceof CheckwrightError) return refuse(toToolProblems(error))
    onDefect(error)
    return refuse([{ code: 'TOOL_FAILED', message: 'The tool failed, and not because of its arguments.' }])
  }
}

/** As a value for programs, and as its text for clients that read no values. */
function toResult({ data, next }: ToolAnswer) {
  const structuredContent = { note: dataNote, data, next }
  const content: [{ type: 'text'; text: string }] = [{ type: 'text', text: JSON.stringify(structuredContent) }]
  return { structuredContent, content }
}
