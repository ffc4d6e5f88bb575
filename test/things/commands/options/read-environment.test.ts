import { Command, Option } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../../../../src/app/program.ts'
import { parsePort, parseQuota } from '../../../../src/things/commands/options/parse-option.ts'
import { describeEnvironment, readEnvironment } from '../../../../src/things/commands/options/read-environment.ts'
import { RepeatableOption } from '../../../../src/things/commands/options/repeatable-option.ts'

/** What a command takes from its line, and then from the environment. */
async function readOptions(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const command = new Command('serve')
    .option('--port <n>', 'port', parsePort, 3000)
    .option('--public-url <url>', 'address')
    .option('--evidence', 'keep')
    .option('--json', 'print JSON')
    .addOption(new Option('--engine <name>', 'where').choices(['local', 'pg-boss']).default('local'))
    .addOption(new RepeatableOption('--trusted-proxy <range>', 'proxy'))
    .addOption(new RepeatableOption('--quota <name=n>', 'limit', parseQuota))
    .hook('preAction', (each) => readEnvironment(each, env))
    .action(() => undefined)
  await command.parseAsync(argv, { from: 'user' })
  return command.opts()
}

describe('readEnvironment()', () => {
  test('takes every kind of option, and leaves defaults where it has none', async () => {
    const options = await readOptions([], {
      CHECKWRIGHT_PORT: '8080',
      CHECKWRIGHT_PUBLIC_URL: 'https://checks.example.com',
      CHECKWRIGHT_EVIDENCE: 'true',
      CHECKWRIGHT_ENGINE: '',
      CHECKWRIGHT_TRUSTED_PROXY: '10.0.0.0/8, 192.168.0.0/16\n172.16.0.1',
      CHECKWRIGHT_QUOTA: 'runningRuns=4,storedBytes=1000',
    })

    expect(options).toEqual({
      port: 8080,
      publicUrl: 'https://checks.example.com',
      evidence: true,
      engine: 'local',
      trustedProxy: ['10.0.0.0/8', '192.168.0.0/16', '172.16.0.1'],
      quota: { runningRuns: 4, storedBytes: 1000 },
    })
  })

  test('lets the command line win, for an option that may be given again too', async () => {
    const env = { CHECKWRIGHT_PORT: '8080', CHECKWRIGHT_TRUSTED_PROXY: '10.0.0.0/8' }

    expect(await readOptions(['--port', '81', '--trusted-proxy', '::1'], env)).toMatchObject({
      port: 81,
      trustedProxy: ['::1'],
    })
  })

  test('turns a switch off by "false", and does not read how to print', async () => {
    expect(await readOptions([], { CHECKWRIGHT_EVIDENCE: 'false', CHECKWRIGHT_JSON: 'true' })).toMatchObject({
      evidence: false,
    })
  })

  test.each([
    ['CHECKWRIGHT_PORT', '0x50', 'CHECKWRIGHT_PORT is invalid. It must be a whole number from 1 to 65535.'],
    ['CHECKWRIGHT_EVIDENCE', 'yes', 'CHECKWRIGHT_EVIDENCE must be "true" or "false".'],
    ['CHECKWRIGHT_ENGINE', 'kafka', 'CHECKWRIGHT_ENGINE is invalid. Allowed choices are local, pg-boss.'],
    ['CHECKWRIGHT_QUOTA', 'runs', 'CHECKWRIGHT_QUOTA is invalid. It must be name=number'],
  ])('refuses %s=%s, and says which it is', async (name, value, message) => {
    await expect(readOptions([], { [name]: value })).rejects.toMatchObject({
      code: 'CLI_USAGE',
      message: expect.stringContaining(message),
    })
  })
})

test.each(['serve', 'worker'])('the help of %s names a variable for each of its own options', async (name) => {
  const program = await createProgram({ context: {} as never, finish: () => undefined }, [])
  const command = program.commands.find((each) => each.name() === name)
  if (!command) throw new Error(`There is no command "${name}".`)

  const told = describeEnvironment({ command })

  for (const { long } of command.options) expect(told).toContain(`  ${long} is CHECKWRIGHT_`)
})
