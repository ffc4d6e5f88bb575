import { Command } from 'commander'
import { version } from '../define/index.ts'
import type { CommandRegistration, Register } from './commands/register.ts'
import { exitCodes, exitMeanings } from './exit-codes.ts'
import { defaultStore } from './output/format-command.ts'

/** In the order of the help: to run, to connect, to prove, to serve, to write. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  run: async () => (await import('./commands/runs/run.ts')).registerRun,
  record: async () => (await import('./commands/connectors/record.ts')).registerRecord,
  test: async () => (await import('./commands/connectors/test.ts')).registerTest,
  report: async () => (await import('./commands/runs/report.ts')).registerReport,
  runs: async () => (await import('./commands/runs/runs.ts')).registerRuns,
  'cross-checks': async () => (await import('./commands/runs/cross-checks.ts')).registerCrossChecks,
  controls: async () => (await import('./commands/runs/controls.ts')).registerControls,
  findings: async () => (await import('./commands/organization/findings.ts')).registerFindings,
  waivers: async () => (await import('./commands/organization/waivers.ts')).registerWaivers,
  judgements: async () => (await import('./commands/organization/judgements.ts')).registerJudgements,
  people: async () => (await import('./commands/organization/directory.ts')).registerPeople,
  directory: async () => (await import('./commands/organization/directory.ts')).registerDirectory,
  links: async () => (await import('./commands/organization/directory.ts')).registerLinks,
  reviews: async () => (await import('./commands/organization/reviews.ts')).registerReviews,
  tasks: async () => (await import('./commands/organization/tasks.ts')).registerTasks,
  webhooks: async () => (await import('./commands/organization/webhooks.ts')).registerWebhooks,
  connect: async () => (await import('./commands/connections/connect.ts')).registerConnect,
  connections: async () => (await import('./commands/connections/connections.ts')).registerConnections,
  inventory: async () => (await import('./commands/connections/inventory.ts')).registerInventory,
  app: async () => (await import('./commands/connections/app.ts')).registerApp,
  keys: async () => (await import('./commands/evidence/keys.ts')).registerKeys,
  verify: async () => (await import('./commands/evidence/verify.ts')).registerVerify,
  package: async () => (await import('./commands/evidence/package.ts')).registerPackage,
  status: async () => (await import('./commands/evidence/status.ts')).registerStatus,
  pseudonymize: async () => (await import('./commands/evidence/pseudonymize.ts')).registerPseudonymize,
  replay: async () => (await import('./commands/evidence/replay.ts')).registerReplay,
  'auditor-page': async () => (await import('./commands/evidence/auditor-page.ts')).registerAuditorPage,
  log: async () => (await import('./commands/evidence/log.ts')).registerLog,
  serve: async () => (await import('./commands/serving/serve.ts')).registerServe,
  worker: async () => (await import('./commands/serving/worker.ts')).registerWorker,
  'sign-in-link': async () => (await import('./commands/organization/sign-in-link.ts')).registerSignInLink,
  'sign-in-issuer': async () => (await import('./commands/organization/sign-in-issuer.ts')).registerSignInIssuer,
  organization: async () => (await import('./commands/organization/organization.ts')).registerOrganization,
  person: async () => (await import('./commands/organization/person.ts')).registerPerson,
  operator: async () => (await import('./commands/organization/operator.ts')).registerOperator,
  connectors: async () => (await import('./commands/connectors/connectors.ts')).registerConnectors,
  doctor: async () => (await import('./commands/serving/doctor.ts')).registerDoctor,
  backup: async () => (await import('./commands/serving/backup.ts')).registerBackup,
  restore: async () => (await import('./commands/serving/restore.ts')).registerRestore,
  'api-key': async () => (await import('./commands/organization/api-key.ts')).registerApiKey,
  new: async () => (await import('./commands/connectors/new.ts')).registerNew,
  list: async () => (await import('./commands/connectors/list.ts')).registerList,
  show: async () => (await import('./commands/connectors/show.ts')).registerShow,
  validate: async () => (await import('./commands/connectors/validate.ts')).registerValidate,
  drift: async () => (await import('./commands/connectors/drift.ts')).registerDrift,
  docs: async () => (await import('./commands/connectors/docs.ts')).registerDocs,
  demo: async () => (await import('./commands/demo.ts')).registerDemo,
  explain: async () => (await import('./commands/explain.ts')).registerExplain,
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
    .hook('preAction', async (command) => (await import('./options/read-environment.ts')).readOwnEnvironment(command))
  const registers = await Promise.all(chooseCommands(argv).map((load) => load()))
  for (const register of registers) register(program, registration)
  return program
}

function chooseCommands([first = '']: readonly string[]): readonly (() => Promise<Register>)[] {
  if (['-V', '--version'].includes(first)) return []
  const named = Object.hasOwn(commands, first) ? commands[first] : undefined
  return named ? [named] : Object.values(commands)
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
