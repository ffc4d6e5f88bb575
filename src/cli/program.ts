import { Command } from 'commander'
import { version } from '../define/index.ts'
import { registerApp } from './commands/connections/app.ts'
import { registerConnect } from './commands/connections/connect.ts'
import { registerConnections } from './commands/connections/connections.ts'
import { registerInventory } from './commands/connections/inventory.ts'
import { registerConnectors } from './commands/connectors/connectors.ts'
import { registerDocs } from './commands/connectors/docs.ts'
import { registerList } from './commands/connectors/list.ts'
import { registerNew } from './commands/connectors/new.ts'
import { registerRecord } from './commands/connectors/record.ts'
import { registerShow } from './commands/connectors/show.ts'
import { registerTest } from './commands/connectors/test.ts'
import { registerValidate } from './commands/connectors/validate.ts'
import { registerDemo } from './commands/demo.ts'
import { registerKeys } from './commands/evidence/keys.ts'
import { registerReplay } from './commands/evidence/replay.ts'
import { registerVerify } from './commands/evidence/verify.ts'
import { registerExplain } from './commands/explain.ts'
import { registerApiKey } from './commands/organization/api-key.ts'
import { registerDirectory, registerLinks, registerPeople } from './commands/organization/directory.ts'
import { registerFindings } from './commands/organization/findings.ts'
import { registerJudgements } from './commands/organization/judgements.ts'
import { registerOperator } from './commands/organization/operator.ts'
import { registerOrganization } from './commands/organization/organization.ts'
import { registerPerson } from './commands/organization/person.ts'
import { registerSignInIssuer } from './commands/organization/sign-in-issuer.ts'
import { registerSignInLink } from './commands/organization/sign-in-link.ts'
import { registerWaivers } from './commands/organization/waivers.ts'
import type { CommandRegistration, Register } from './commands/register.ts'
import { registerControls } from './commands/runs/controls.ts'
import { registerCrossChecks } from './commands/runs/cross-checks.ts'
import { registerReport } from './commands/runs/report.ts'
import { registerRun } from './commands/runs/run.ts'
import { registerRuns } from './commands/runs/runs.ts'
import { registerDoctor } from './commands/serving/doctor.ts'
import { registerServe } from './commands/serving/serve.ts'
import { registerWorker } from './commands/serving/worker.ts'
import { exitCodes, exitMeanings } from './exit-codes.ts'

/** In the order of the help: to run, to connect, to prove, to serve, to write. */
const commands: readonly Register[] = [
  registerRun,
  registerRecord,
  registerTest,
  registerReport,
  registerRuns,
  registerCrossChecks,
  registerControls,
  registerFindings,
  registerWaivers,
  registerJudgements,
  registerPeople,
  registerDirectory,
  registerLinks,
  registerConnect,
  registerConnections,
  registerInventory,
  registerApp,
  registerKeys,
  registerVerify,
  registerReplay,
  registerServe,
  registerWorker,
  registerSignInLink,
  registerSignInIssuer,
  registerOrganization,
  registerPerson,
  registerOperator,
  registerConnectors,
  registerDoctor,
  registerApiKey,
  registerNew,
  registerList,
  registerShow,
  registerValidate,
  registerDocs,
  registerDemo,
  registerExplain,
]

/** Every command with its arguments and options. */
export function createProgram(registration: CommandRegistration): Command {
  const program = new Command('checkwright')
    .description('Check whether your systems are set up as a compliance framework requires, and keep the proof.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .option('--json', 'print only JSON on stdout')
    .option('--store <url>', 'where connections and runs are kept', 'sqlite:./data/checkwright.db')
    .option('--org <id>', 'organization (default: the only one)')
    .option('--debug', 'show where an error comes from')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', renderEpilogue)
  for (const register of commands) register(program, registration)
  return program
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

Exit codes:
${codes.join('\n')}`
}
