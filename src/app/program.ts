import { Command } from 'commander'
import { version } from '../define/index.ts'
import { exitCodes, exitMeanings } from '../service/commands/exit-codes.ts'
import { defaultStore } from '../service/commands/format-command.ts'
import { type CommandRegistration, createAct, type Register } from '../service/commands/register.ts'

type CommandLoaders = Readonly<Record<string, () => Promise<Register>>>

/** In the order of the help and of the README. */
const commandGroups: Readonly<Record<string, CommandLoaders>> = {
  'Write connectors': {
    new: async () => (await import('../author/commands/new.ts')).registerNew,
    validate: async () => (await import('../author/commands/validate.ts')).registerValidate,
    drift: async () => (await import('../author/commands/drift.ts')).registerDrift,
    record: async () => (await import('../author/commands/record.ts')).registerRecord,
    test: async () => (await import('../author/commands/test.ts')).registerTest,
    prove: async () => (await import('../author/commands/prove.ts')).registerProve,
    witness: async () => (await import('../author/commands/witness.ts')).registerWitness,
    accept: async () => (await import('../author/commands/accept.ts')).registerAccept,
    docs: async () => (await import('../author/commands/docs.ts')).registerDocs,
    mcp: async () => (await import('../author/commands/mcp.ts')).registerMcp,
  },
  'Connect and run': {
    connect: async () => (await import('../things/connections/commands/connect.ts')).registerConnect,
    connections: async () => (await import('../things/connections/commands/connections.ts')).registerConnections,
    inventory: async () => (await import('../author/commands/inventory.ts')).registerInventory,
    app: async () => (await import('../things/oauth-apps/commands/app.ts')).registerApp,
    run: async () => (await import('../author/commands/run.ts')).registerRun,
    import: async () => (await import('../author/commands/import.ts')).registerImport,
    runs: async () => (await import('../things/runs/commands/runs.ts')).registerRuns,
    'cross-checks': async () => (await import('../author/commands/cross-checks.ts')).registerCrossChecks,
    report: async () => (await import('../author/commands/report.ts')).registerReport,
    controls: async () => (await import('../author/commands/controls.ts')).registerControls,
    frameworks: async () => (await import('../author/commands/frameworks.ts')).registerFrameworks,
    query: async () => (await import('./query/query.ts')).registerQuery,
  },
  'Follow up': {
    findings: async () => (await import('../things/findings/commands/findings.ts')).registerFindings,
    waivers: async () => (await import('../things/waivers/commands/waivers.ts')).registerWaivers,
    judgements: async () => (await import('../things/judgements/commands/judgements.ts')).registerJudgements,
    people: async () => (await import('../things/directory/commands/directory.ts')).registerPeople,
    directory: async () => (await import('../things/directory/commands/directory.ts')).registerDirectory,
    links: async () => (await import('../things/directory/commands/directory.ts')).registerLinks,
    reviews: async () => (await import('../things/access-reviews/commands/reviews.ts')).registerReviews,
    tasks: async () => (await import('../things/obligations/commands/tasks.ts')).registerTasks,
    webhooks: async () => (await import('../things/webhooks/commands/webhooks.ts')).registerWebhooks,
    push: async () => (await import('../things/destinations/commands/push.ts')).registerPush,
  },
  'Manage the programme': {},
  Prove: {
    verify: async () => (await import('./evidence/verify.ts')).registerVerify,
    replay: async () => (await import('./evidence/replay.ts')).registerReplay,
    log: async () => (await import('./evidence/log.ts')).registerLog,
    package: async () => (await import('./evidence/package.ts')).registerPackage,
    sample: async () => (await import('./evidence/sample.ts')).registerSample,
    status: async () => (await import('./evidence/status.ts')).registerStatus,
    'auditor-page': async () => (await import('./evidence/auditor-page.ts')).registerAuditorPage,
    pseudonymize: async () => (await import('./evidence/pseudonymize.ts')).registerPseudonymize,
  },
  Serve: {
    serve: async () => (await import('./serving/serve.ts')).registerServe,
    'sign-in-link': async () => (await import('../things/sign-in/commands/sign-in-link.ts')).registerSignInLink,
    'sign-in-issuer': async () => (await import('../things/sign-in/commands/sign-in-issuer.ts')).registerSignInIssuer,
    organization: async () => (await import('../things/organizations/commands/organization.ts')).registerOrganization,
    person: async () => (await import('../things/people/commands/person.ts')).registerPerson,
    operator: async () => (await import('../things/people/commands/operator.ts')).registerOperator,
    connectors: async () => (await import('../things/connectors/commands/connectors.ts')).registerConnectors,
    worker: async () => (await import('./serving/worker.ts')).registerWorker,
    'api-key': async () => (await import('../things/api-keys/commands/api-key.ts')).registerApiKey,
    keys: async () => (await import('./evidence/keys.ts')).registerKeys,
    doctor: async () => (await import('./serving/doctor.ts')).registerDoctor,
    backup: async () => (await import('./serving/backup.ts')).registerBackup,
    restore: async () => (await import('./serving/restore.ts')).registerRestore,
  },
  Look: {
    list: async () => (await import('../author/commands/list.ts')).registerList,
    show: async () => (await import('../author/commands/show.ts')).registerShow,
    demo: async () => (await import('./demo/demo.ts')).registerDemo,
    explain: async () => (await import('./demo/explain.ts')).registerExplain,
    dev: async () => (await import('./dev/dev.ts')).registerDev,
  },
}

/** The group of declared things, whose commands follow from their list. */
const groupOfThings = 'Manage the programme'

/** Subcommands that do not follow from a declaration, by the thing. */
const moreCommands: Readonly<Record<string, () => Promise<Register>>> = {
  ticket: async () => (await import('../things/tickets/commands/ticket-command.ts')).registerOpenTicket,
}

async function loadThingCommands(): Promise<CommandLoaders> {
  const { declaredThings } = await import('../things/declared/declared-things.ts')
  const named = declaredThings.map((thing) => [
    thing.plural,
    async () =>
      (await import('../things/declared/commands/thing-command.ts')).commandFor(
        thing,
        await moreCommands[thing.id]?.(),
      ),
  ])
  return Object.fromEntries(named)
}

/**
 * The program with the commands that `argv` may mean. Each takes longer to load than many take to run, so a command that is
 * named first is the only one. Help and suggestions need all.
 */
export async function createProgram(registration: CommandRegistration, argv: readonly string[]): Promise<Command> {
  const program = new Command('checkwright')
    .description('Check whether your systems are set up as a compliance framework requires, and keep the proof.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--json', 'print only JSON on stdout')
    .option('--store <url>', 'where connections and runs are kept', defaultStore)
    .option('--org <id>', 'organization (default: the only one)')
    .option('--debug', 'show where an error comes from')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', renderEpilogue)
    .hook('preAction', async (command) =>
      (await import('../things/commands/options/read-environment.ts')).readOwnEnvironment(command),
    )
  const act = createAct(registration)
  for (const { group, loaders } of await chooseCommands(argv)) {
    program.commandsGroup(`${group}:`)
    for (const register of await Promise.all(loaders.map((load) => load()))) register(program, act)
  }
  return program
}

interface ChosenCommands {
  readonly group: string
  readonly loaders: readonly (() => Promise<Register>)[]
}

async function chooseCommands([first = '']: readonly string[]): Promise<readonly ChosenCommands[]> {
  if (['-V', '--version'].includes(first)) return []
  const groups = Object.entries(commandGroups)
  const named = findCommand(groups, first)
  if (named) return [named]
  const ofThings = await loadThingCommands()
  const ofThing = findCommand([[groupOfThings, ofThings]], first)
  if (ofThing) return [ofThing]
  return groups.map(([group, commands]) => ({
    group,
    loaders: Object.values(group === groupOfThings ? { ...commands, ...ofThings } : commands),
  }))
}

function findCommand(groups: readonly (readonly [string, CommandLoaders])[], name: string): ChosenCommands | undefined {
  const found = groups.find(([, commands]) => Object.hasOwn(commands, name))
  const load = found?.[1][name]
  return found && load && { group: found[0], loaders: [load] }
}

function renderEpilogue(): string {
  const codes = Object.values(exitCodes).map((code) => `  ${String(code).padEnd(5)}${exitMeanings[code]}`)
  return `
Begin here:
  checkwright demo                      see it work, offline, in a few seconds
  checkwright show github               what a connector needs
  checkwright run github                run it; you are asked for credentials
  checkwright run ./acme.ts             run a connector that you wrote
  checkwright explain AUTH_REJECTED     what to do about an error, by the code that ends its message

Secrets are never arguments: they come from a file, stdin, the environment or a prompt.
CHECKWRIGHT_STORE and CHECKWRIGHT_ORG stand for --store and --org.

Exit codes:
${codes.join('\n')}`
}
