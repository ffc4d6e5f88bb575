import { Command } from 'commander'
import { version } from '../define/index.ts'
import { exitCodes, exitMeanings } from './exit-codes.ts'
import { registerApiKey } from './program/api-key.ts'
import { registerApp } from './program/app.ts'
import { registerConnect } from './program/connect.ts'
import { registerConnections } from './program/connections.ts'
import { registerControls } from './program/controls.ts'
import { registerDemo } from './program/demo.ts'
import { registerDocs } from './program/docs.ts'
import { registerDoctor } from './program/doctor.ts'
import { registerExplain } from './program/explain.ts'
import { registerKeys } from './program/keys.ts'
import { registerList } from './program/list.ts'
import { registerNew } from './program/new.ts'
import { registerOperator } from './program/organization/operator.ts'
import { registerPerson } from './program/organization/person.ts'
import { registerSignInIssuer } from './program/organization/sign-in-issuer.ts'
import { registerWaivers } from './program/organization/waivers.ts'
import { registerRecord } from './program/record.ts'
import type { Register, Registration } from './program/register.ts'
import { registerReplay } from './program/replay.ts'
import { registerReport } from './program/report.ts'
import { registerRun } from './program/run.ts'
import { registerRuns } from './program/runs.ts'
import { registerServe } from './program/serve.ts'
import { registerShow } from './program/show.ts'
import { registerSignInLink } from './program/sign-in-link.ts'
import { registerTest } from './program/test.ts'
import { registerValidate } from './program/validate.ts'
import { registerVerify } from './program/verify.ts'
import { registerWorker } from './program/worker.ts'

/** In the order of the help: to run, to connect, to prove, to serve, to write. */
const commands: readonly Register[] = [
  registerRun,
  registerRecord,
  registerTest,
  registerReport,
  registerRuns,
  registerControls,
  registerWaivers,
  registerConnect,
  registerConnections,
  registerApp,
  registerKeys,
  registerVerify,
  registerReplay,
  registerServe,
  registerWorker,
  registerSignInLink,
  registerSignInIssuer,
  registerPerson,
  registerOperator,
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
export function createProgram(registration: Registration): Command {
  const program = new Command('checkwright')
    .description('Check whether your systems are set up as a compliance framework demands, and keep the proof.')
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
