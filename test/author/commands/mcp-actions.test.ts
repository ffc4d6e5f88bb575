import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { runProcess } from '../../app/command.ts'
import { locateCommand } from '../../setup/locate-command.ts'
import { createAcmeFolder } from '../mcp/acme-folder.ts'

const tools = ['describe_api', 'new', 'validate', 'prove', 'run_against_recording', 'draw_cases', 'accept']

test.each([undefined, { mode: { pin: '2026-07-28' } } as const])(
  'mcp answers the client of the protocol on stdin and stdout: %j',
  async (version) => {
    const folder = createAcmeFolder()
    const args = [await locateCommand(), 'mcp', '--dir', folder]
    const client = new Client({ name: 'test', version: '1.0.0' }, version && { versionNegotiation: version })
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }))

    const listed = await client.listTools()
    const validated = await client.callTool({ name: 'validate', arguments: { connector: 'acme.connector.yaml' } })
    await client.close()

    expect(listed.tools.map(({ name }) => name)).toEqual(tools)
    expect(validated.structuredContent).toMatchObject({ data: { valid: true } })
  },
)

test('mcp ends when its client is gone, and names a folder that is not there', async () => {
  const ended = await runProcess(['mcp'], { stdin: '' })
  const lost = await runProcess(['mcp', '--dir', 'nowhere'], { stdin: '' })

  expect(ended).toMatchObject({ exitCode: 0, stdout: '' })
  expect(lost.exitCode).toBe(3)
  expect(lost.stderr).toContain('There is no folder "nowhere".')
})
