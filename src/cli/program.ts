import { Command, InvalidArgumentError, Option } from 'commander'
import { version } from '../define/index.ts'
import { formats } from '../report/reports.ts'
import type { Context } from './context.ts'
import { type ExitCode, exitCodes, exitMeanings } from './exit-codes.ts'
import { logLevels } from './output/logger.ts'

/** Told the exit code of the one command that ran. */
type Finish = (code: ExitCode) => void

/**
 * Every command with its arguments and options. What a command does is loaded when it is chosen, so that `--help` is fast.
 */
export function createProgram(context: Context, finish: Finish): Command {
  const program = new Command('checkwright')
    .description('Ask a system whether it is run as a compliance framework demands, and keep the proof.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--json', 'print JSON, and nothing else, on stdout')
    .option('--store <url>', 'where connections and runs are kept', 'sqlite:./data/checkwright.db')
    .option('--org <id>', 'organization (default: the only one there is)')
    .option('--debug', 'show where an error comes from')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', epilogue)

  program
    .command('run')
    .description('run the checks of a connector, of a connection, or of a file of your own')
    .argument('<target>', 'id of a connector or connection, or a file: ./acme.ts')
    .option('-c, --check <id>', 'run this check only; may be given again', collect)
    .addOption(credentialsOption())
    .addOption(variableOption())
    .addOption(formatOption())
    .option('-o, --out <dir>', 'keep the proof: a signed bundle in this folder, or in a file that ends in .zip')
    .option('--baseline <run>', 'tell what changed since this run: its folder, .zip or file, or "last" of a connection')
    .option('--waivers <file>', 'accepted exceptions, YAML or JSON: results that match do not count')
    .addOption(
      new Option('--fail-on <severity>', 'exit 1 only for failing results of this severity or above').choices([
        'critical',
        'high',
        'medium',
        'low',
        'info',
      ]),
    )
    .option('--exit-zero', 'exit 0 where it would be 1; errors keep their numbers')
    .addOption(
      new Option('--timeout <time>', 'end the run after this time with what there is: 90s, 10m, 2h').argParser(
        time(runUnitsMs, 'seconds, minutes or hours, such as 10m'),
      ),
    )
    .option('--watch', 'run again whenever the file, or what it imports, is saved')
    .option('--recorded <file>', 'run on a recording in place of an account')
    .addOption(privateNetworkOption())
    .action(async (target: string, _options, command: Command) => {
      const { run } = await import('./commands/run.ts')
      finish(await run(target, command.optsWithGlobals(), context))
    })

  program
    .command('record')
    .description('run checks on a real account and keep the answers for tests, without secrets and without people')
    .argument('<target>', 'id of a connector or connection, or a file: ./acme.ts')
    .option('-c, --check <id>', 'record this check only; may be given again', collect)
    .addOption(credentialsOption())
    .addOption(variableOption())
    .option('-o, --out <file>', 'file of the recording (default: recorded/<id>.json beside the connector)')
    .option('--personal <member>', 'member whose values name people, such as owner; may be given again', collect)
    .option('--keep <text>', 'word that names nobody, though it looks like it; may be given again', collect)
    .addOption(privateNetworkOption())
    .action(async (target: string, _options, command: Command) => {
      const { record } = await import('./commands/record.ts')
      finish(await record(target, command.optsWithGlobals(), context))
    })

  program
    .command('test')
    .description('replay recordings, offline, and show where checks come to something else')
    .argument('[path...]', 'recordings, connectors, or folders that have some (default: this folder)')
    .option('-u, --update', 'write what the checks come to now into the recordings')
    .option('--watch', 'replay again whenever a recording or a connector is saved')
    .addOption(
      new Option('--format <format>', 'how the outcome is printed').choices(['table', 'json']).default('table'),
    )
    .action(async (paths: string[], _options, command: Command) => {
      const { test } = await import('./commands/test.ts')
      finish(await test(paths, command.optsWithGlobals(), context))
    })

  program
    .command('report')
    .description('write runs that were kept in another format: html, sarif, junit, ocsf, oscal, markdown and more')
    .argument('<run...>', 'folder or .zip that "run --out" wrote, or what "run --json" printed')
    .addOption(formatOption())
    .option('--baseline <run>', 'tell what changed since this run: its folder, .zip or file')
    .action(async (paths: string[], _options, command: Command) => {
      const { report } = await import('./commands/report.ts')
      finish(await report(paths, command.optsWithGlobals(), context))
    })

  const runs = program.command('runs').description('list the runs of the store, or show what one came to')
  runs
    .command('list', { isDefault: true })
    .description('list the newest runs')
    .argument('[connection]', 'id of a connection (default: all)')
    .option('--limit <n>', 'how many', atLeastOne, 20)
    .action(async (connection: string | undefined, _options, command: Command) => {
      const { listRuns } = await import('./commands/runs.ts')
      finish(await listRuns(connection, command.optsWithGlobals(), context))
    })
  runs
    .command('show')
    .description('show what a run came to')
    .argument('<run>', 'its id')
    .addOption(formatOption())
    .action(async (id: string, _options, command: Command) => {
      const { showRun } = await import('./commands/runs.ts')
      finish(await showRun(id, command.optsWithGlobals(), context))
    })

  program
    .command('controls')
    .description('tell which controls of a framework the runs satisfy')
    .argument('[framework...]', 'soc2, iso27001, hipaa, gdpr, or a file of your own: ./acme.yaml (default: all four)')
    .option(
      '--run <path>',
      'folder, .zip or run.json to judge by; may be given again (default: the newest in the store)',
      collect,
    )
    .addOption(
      new Option(
        '--stale-after <time>',
        'evidence older than this proves nothing: 12h, 30d, 8w (default: 30d)',
      ).argParser(time(ageUnitsMs, 'hours, days or weeks, such as 30d')),
    )
    .addOption(
      new Option('--format <format>', 'how controls are printed')
        .choices(['table', 'markdown', 'json'])
        .default('table'),
    )
    .action(async (targets: string[], _options, command: Command) => {
      const { controls } = await import('./commands/controls.ts')
      finish(await controls(targets, command.optsWithGlobals(), context))
    })

  program
    .command('connect')
    .description('connect an account: by a form, or in the browser for OAuth')
    .argument('<connector>', 'id of a connector, or a file: ./acme.ts')
    .addOption(credentialsOption())
    .addOption(variableOption())
    .option('--connection <id>', 'renew this connection instead of making one')
    .option('--no-browser', 'only print the address to open (OAuth)')
    .option('--manual', 'paste the address that the browser ends at (OAuth on another machine)')
    .option('--port <n>', 'port of the redirect URI http://127.0.0.1:<n>/callback (OAuth) (default: any)', port)
    .addOption(privateNetworkOption())
    .action(async (target: string, _options, command: Command) => {
      const { connect } = await import('./commands/connect.ts')
      finish(await connect(target, command.optsWithGlobals(), context))
    })

  const connections = program.command('connections').description('list connections, or change one')
  connections
    .command('list', { isDefault: true })
    .description('list connections with their state')
    .action(async (_options, command: Command) => {
      const { listConnections } = await import('./commands/connections.ts')
      finish(await listConnections(command.optsWithGlobals(), context))
    })
  for (const [verb, aliases, description] of [
    ['test', [], 'ask the vendor whether the credentials work'],
    ['pause', [], 'refuse runs until it is resumed'],
    ['resume', [], 'allow runs again'],
    ['disconnect', ['remove'], 'revoke tokens where the vendor can, and delete the credentials'],
  ] as const) {
    connections
      .command(verb)
      .aliases(aliases)
      .description(description)
      .argument('<id>', 'id of the connection')
      .option('--connector <file>', 'file of its connector, where that is not a shipped one')
      .addOption(privateNetworkOption())
      .action(async (id: string, _options, command: Command) => {
        const { changeConnection } = await import('./commands/connections.ts')
        finish(await changeConnection(verb, id, command.optsWithGlobals(), context))
      })
  }

  const app = program.command('app').description('enter the OAuth apps that connections are made with')
  app
    .command('set')
    .description('enter or replace the OAuth app of a connector')
    .argument('<connector>', 'id of a connector, or a file: ./acme.ts')
    .option('--client-id <id>', 'client id (else CHECKWRIGHT_CLIENT_ID, else you are asked)')
    .option(
      '--client-secret-file <file>',
      'file with the client secret, "-" for stdin (else CHECKWRIGHT_CLIENT_SECRET, else you are asked)',
    )
    .option(
      '--setting <id=value>',
      'custom setting; may be given again (secret ones: CHECKWRIGHT_SETTING_<ID>)',
      collect,
    )
    .option('--secret-expires <date>', 'when the vendor ends the secret, such as 2027-01-31; doctor warns before', date)
    .addHelpText('after', '\nWith --org the app is for that organization, else for all that have none of their own.')
    .action(async (target: string, _options, command: Command) => {
      const { setApp } = await import('./commands/app.ts')
      finish(await setApp(target, command.optsWithGlobals(), context))
    })
  app
    .command('list', { isDefault: true })
    .description('list the OAuth apps; no secret is shown')
    .action(async (_options, command: Command) => {
      const { listApps } = await import('./commands/app.ts')
      finish(await listApps(command.optsWithGlobals(), context))
    })

  const keys = program
    .command('keys')
    .description('see to the master keys that seal credentials, and the keys that sign evidence')
  keys
    .command('status', { isDefault: true })
    .description('tell which master keys the store needs, and which may be retired')
    .action(async (_options, command: Command) => {
      const { keysStatus } = await import('./commands/keys.ts')
      finish(await keysStatus(command.optsWithGlobals(), context))
    })
  keys
    .command('rotate')
    .description('wrap every data key by the first of the configured master keys')
    .action(async (_options, command: Command) => {
      const { keysRotate } = await import('./commands/keys.ts')
      finish(await keysRotate(command.optsWithGlobals(), context))
    })

  keys
    .command('export')
    .description('print the public keys that evidence is signed with, for who is to verify it')
    .action(async (_options, command: Command) => {
      const { keysExport } = await import('./commands/keys.ts')
      finish(await keysExport(command.optsWithGlobals(), context))
    })

  program
    .command('verify')
    .description('prove that a bundle is what somebody trusted signed, or name what was changed')
    .argument('<bundle>', 'folder or .zip that "run --out" wrote')
    .option(
      '-k, --key <file|fingerprint>',
      'public key of the signer; may be given again (default: the keys of the store)',
      collect,
    )
    .action(async (bundle: string, _options, command: Command) => {
      const { verify } = await import('./commands/verify.ts')
      finish(await verify(bundle, command.optsWithGlobals(), context))
    })

  program
    .command('replay')
    .description('run the checks of a bundle again, offline, on what it holds, and compare')
    .argument('<bundle>', 'folder or .zip that "run --out" wrote')
    .argument('[connector]', 'id or file of the connector (default: the shipped one that the bundle names)')
    .option('--force', 'replay also a run of which not everything was kept')
    .action(async (bundle: string, target: string | undefined, _options, command: Command) => {
      const { replay } = await import('./commands/replay.ts')
      finish(await replay(bundle, target, command.optsWithGlobals(), context))
    })

  program
    .command('serve')
    .description('serve the pages and the HTTP API, until it is asked to stop')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 for any that is free', portOrAny, 3000)
    .option('--public-url <url>', 'where people reach it (default: the address that it listens on)')
    .option('--trusted-proxy <range>', 'proxy whose X-Forwarded-For is believed; may be given again', collect)
    .option('--connector <file>', 'connector of your own beside the shipped ones; may be given again', collect)
    .addOption(privateNetworkOption())
    .addOption(logLevelOption())
    .addOption(evidenceOption())
    .addOption(keepDaysOption())
    .addOption(keepRunsOption())
    .addOption(
      new Option('--engine <name>', 'what executes runs: this process, or workers ("checkwright worker")')
        .choices(['local', 'pg-boss'])
        .default('local'),
    )
    .action(async (_options, command: Command) => {
      const { serve } = await import('./commands/serve.ts')
      finish(await serve(command.optsWithGlobals(), context))
    })

  program
    .command('worker')
    .description('execute runs of a PostgreSQL store, until it is asked to stop')
    .option('--concurrency <n>', 'runs at once', atLeastOne, 16)
    .option('--per-connector <n>', 'runs of one connector at once, over all workers (default: no limit)', atLeastOne)
    .option('--grace <seconds>', 'how long runs may go on when it is asked to stop', atLeastOne, 25)
    .option('--connector <file>', 'connector of your own beside the shipped ones; may be given again', collect)
    .option('--health-port <n>', 'port of /healthz and /readyz (default: none)', portOrAny)
    .option('--health-host <address>', 'address of these', '127.0.0.1')
    .addOption(privateNetworkOption())
    .addOption(logLevelOption())
    .addOption(evidenceOption())
    .addOption(keepDaysOption())
    .addOption(keepRunsOption())
    .action(async (_options, command: Command) => {
      const { worker } = await import('./commands/worker.ts')
      finish(await worker(command.optsWithGlobals(), context))
    })

  program
    .command('sign-in-link')
    .description('make a link that signs a person in to the pages of a server on this store, once, within ten minutes')
    .option('--public-url <url>', 'where people reach the server, as "serve" is told', 'http://127.0.0.1:3000')
    .option('--user <id>', 'the person (default: the operator)')
    .addOption(new Option('--role <role>', 'what they may do').choices(['admin', 'member']).default('admin'))
    .action(async (_options, command: Command) => {
      const { makeSignInLink } = await import('./commands/sign-in-link.ts')
      finish(await makeSignInLink(command.optsWithGlobals(), context))
    })

  program
    .command('doctor')
    .description('look at what a service stands on, and tell what is wrong and what to do')
    .option('--public-url <url>', 'where people reach it, as "serve" is told')
    .option('--connector <file>', 'connector of your own beside the shipped ones; may be given again', collect)
    .action(async (_options, command: Command) => {
      const { doctor } = await import('./commands/doctor.ts')
      finish(await doctor(command.optsWithGlobals(), context))
    })

  const apiKey = program.command('api-key').description('make, list or revoke keys of the HTTP API')
  apiKey
    .command('create')
    .description('make a key and print it, this once')
    .option(
      '--scope <scope>',
      'what it may do, such as comments:write; may be given again (default: everything)',
      collect,
    )
    .option('--expires <date>', 'when it ends, such as 2027-01-31 (default: never)')
    .action(async (_options, command: Command) => {
      const { createApiKey } = await import('./commands/api-key.ts')
      finish(await createApiKey(command.optsWithGlobals(), context))
    })
  apiKey
    .command('list', { isDefault: true })
    .description('list the keys; no secret is shown')
    .action(async (_options, command: Command) => {
      const { listApiKeys } = await import('./commands/api-key.ts')
      finish(await listApiKeys(command.optsWithGlobals(), context))
    })
  apiKey
    .command('revoke')
    .description('end a key, at once and for good')
    .argument('<id>', 'id of the key')
    .action(async (id: string, _options, command: Command) => {
      const { revokeApiKey } = await import('./commands/api-key.ts')
      finish(await revokeApiKey(id, command.optsWithGlobals(), context))
    })

  program
    .command('new')
    .description('write a connector of your own: one check, its test, and a project around them')
    .argument('<id>', 'its id in kebab-case, such as google-workspace')
    .addOption(
      new Option('--auth <strategy>', 'how one signs in (default: api_key)').choices([
        'api_key',
        'basic',
        'oauth2',
        'custom',
      ]),
    )
    .option('--base-url <url>', 'address of the API; {braces} become fields: https://{domain}.acme.example')
    .option('--name <name>', 'name of the vendor (default: made of the id)')
    .option(
      '--openapi <file>',
      "the vendor's API description, OpenAPI 3 or Swagger 2.0, JSON or YAML: sign-in, address, lists",
    )
    .option(
      '--endpoint <list>',
      'a list of the description that gets a check, "GET /users"; may be given again',
      collect,
    )
    .option('--max-checks <n>', 'most lists that get a check unless you name them (default: 5)', checkCount)
    .option('--dir <dir>', 'folder to write to (default: ./<id>)')
    .option('--project', 'write a package around it also inside of another')
    .option('-y, --yes', 'ask nothing: what is not given has its default')
    .action(async (id: string, _options, command: Command) => {
      const { newCommand } = await import('./commands/new.ts')
      finish(await newCommand(id, command.optsWithGlobals(), context))
    })

  program
    .command('list')
    .description('list the connectors that come with Checkwright')
    .action(async (_options, command: Command) => {
      const { list } = await import('./commands/list.ts')
      finish(await list(command.optsWithGlobals(), context))
    })

  program
    .command('show')
    .description('show what a connector needs, asks and reaches, and how to set it up')
    .argument('<connector>', 'id of a connector, or a file: ./acme.ts')
    .action(async (target: string, _options, command: Command) => {
      const { show } = await import('./commands/show.ts')
      finish(await show(target, command.optsWithGlobals(), context))
    })

  program
    .command('validate')
    .description('load connectors and list what is wrong with them')
    .argument('[target...]', 'files or ids of connectors (default: all that are shipped)')
    .option('--hints', 'show also what good connectors have and this one has not')
    .option('--max-warnings <n>', 'exit 3 when there are more warnings', whole)
    .action(async (targets: string[], _options, command: Command) => {
      const { validate } = await import('./commands/validate.ts')
      finish(await validate(targets, command.optsWithGlobals(), context))
    })

  program
    .command('docs')
    .description('write the page of a connector: how to connect it, what it asks, what its checks answer')
    .argument('[target]', 'file, folder of connectors, or id of a shipped one', '.')
    .option(
      '-o, --out <path>',
      'file that ends in .md, folder, or "-" to print (default: README.md beside the connector)',
    )
    .option('--run <path>', 'bundle or recording to show endpoints and results of (default: the recordings beside it)')
    .option('--check', 'write nothing; show what differs, and exit 6 if anything does')
    .action(async (target: string, _options, command: Command) => {
      const { docs } = await import('./commands/docs.ts')
      finish(await docs(target, command.optsWithGlobals(), context))
    })

  program
    .command('demo')
    .description('see it work: a vendor on this machine, signed in to by OAuth, checked')
    .option('-o, --out <dir>', 'folder for the bundle; the store is beside it', './data/demo')
    .action(async (_options, command: Command) => {
      const { demo } = await import('./commands/demo.ts')
      finish(await demo(command.optsWithGlobals(), context))
    })

  program
    .command('explain')
    .description('tell what an error code means')
    .argument('[code]', 'such as AUTH_REJECTED (default: all)')
    .action(async (code: string | undefined, _options, command: Command) => {
      const { explain } = await import('./commands/explain.ts')
      finish(await explain(code, command.optsWithGlobals(), context))
    })

  return program
}

const credentialsOption = () =>
  new Option(
    '--credentials <file>',
    'JSON object of credentials, "-" for stdin (else CHECKWRIGHT_CREDENTIAL_<ID>, else you are asked)',
  )
const variableOption = () =>
  new Option('--var <id=value>', 'value of a variable; may be given again').argParser(collect)
const formatOption = () => new Option('--format <format>', 'how results are printed').choices(formats).default('table')
const logLevelOption = () =>
  new Option('--log-level <level>', 'how much is logged, on stderr').choices(logLevels).default('info')
const privateNetworkOption = () =>
  new Option('--allow-private-network', 'reach private and loopback addresses, and plain http')

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

function port(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 65535.')
}

function checkCount(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0 && number <= 100) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.')
}

const runUnitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }
const ageUnitsMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Reads a number with a unit behind it, as ms. */
function time(unitsMs: Readonly<Record<string, number>>, units: string): (text: string) => number {
  return (text) => {
    const [, number = '', unit = ''] = /^(\d{1,5})([a-z])$/.exec(text) ?? []
    const unitMs = unitsMs[unit]
    if (unitMs !== undefined && Number(number) > 0) return Number(number) * unitMs
    throw new InvalidArgumentError(`It must be a whole number of ${units}.`)
  }
}

function whole(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

function evidenceOption(): Option {
  return new Option('--evidence', 'keep signed evidence of every run, of scheduled ones too')
}

function keepDaysOption(): Option {
  const text = 'delete runs that are older; each connection keeps its newest (default: none)'
  return new Option('--keep-days <n>', text).argParser(atLeastOne)
}

function keepRunsOption(): Option {
  return new Option('--keep-runs <n>', 'keep so many runs of each connection, the newest (default: all)').argParser(
    atLeastOne,
  )
}

function atLeastOne(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number above 0.')
}

function date(text: string): Date {
  const given = new Date(text)
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(given.getTime())) return given
  throw new InvalidArgumentError('It must be a date, such as 2027-01-31.')
}

function portOrAny(text: string): number {
  return text === '0' ? 0 : port(text)
}

function epilogue(): string {
  const codes = Object.values(exitCodes).map((code) => `  ${String(code).padEnd(5)}${exitMeanings[code]}`)
  return `
Begin here:
  checkwright demo                      see it work, offline, in a few seconds
  checkwright show github               what a connector needs
  checkwright run github                run it; you are asked for credentials
  checkwright run ./acme.ts             run a connector that you wrote
  checkwright explain AUTH_REJECTED     what to do about an error, by the code that ends its message

Secrets are never arguments: they come from a file, stdin, the environment or a prompt.

Exit codes:
${codes.join('\n')}`
}
