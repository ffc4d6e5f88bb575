import { Option } from 'commander'
import type { Register } from '../../service/commands/register.ts'
import { languages } from '../../service/records/appearances.ts'
import { parseOrigin, parsePortOrAny, parseRateLimit } from '../../things/commands/options/parse-option.ts'
import { describeEnvironment, readOwnEnvironment } from '../../things/commands/options/read-environment.ts'
import { RepeatableOption } from '../../things/commands/options/repeatable-option.ts'
import { addServiceOptions } from '../../things/commands/options/service-options.ts'

const load = () => import('./serve-actions.ts')

export const registerServe: Register = (program, act) => {
  const serve = program
    .command('serve')
    .description('serve the pages and the HTTP API until you stop it')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on; 0 for any that is free', parsePortOrAny, 3000)
    .option('--sample', 'serve an invented organization with ninety days of history, in a store of its own')
    .option('--public-url <url>', 'where people reach it (default: the address that it listens on)')
    .addOption(new RepeatableOption('--trusted-proxy <range>', 'proxy whose X-Forwarded-For is trusted'))
    .addOption(
      new RepeatableOption('--cors-origin <origin>', 'origin of pages whose scripts may call the API', parseOrigin),
    )
    .addOption(
      new RepeatableOption(
        '--rate-limit <name=n>',
        'requests a minute: key=n for one API key (600), address=n for one address (1200)',
        parseRateLimit,
      ),
    )
    .addOption(
      new RepeatableOption('--frame-origin <origin>', 'origin of pages that may show ours in frames', parseOrigin),
    )
    .option('--brand-name <text>', 'what pages and reports are called (default: Checkwright)')
    .option('--brand-colour <#rrggbb>', 'colour of links and buttons')
    .option('--brand-logo <file>', 'PNG, JPEG or WebP of at most 100 kB')
    .addOption(
      new Option('--language <language>', 'language of pages, where an organization has none').choices(languages),
    )
    .option('--jwt-issuer <url>', 'accept tokens of this issuer beside API keys')
    .option('--jwt-audience <text>', 'the audience that they are for')
    .option('--jwt-jwks <url>', "the issuer's public keys, as a JWK Set")
    .option('--jwt-key <file>', 'its one public key, in PEM, in place of a set')
    .addOption(new RepeatableOption('--jwt-algorithm <name>', 'algorithm that they are signed with (default: RS256)'))
    .option('--jwt-organization-claim <name>', "claim with the organization's id (default: org_id)")
    .option('--jwt-scope-claim <name>', 'claim with the scopes (default: scope)')
    .addOption(
      new Option('--engine <name>', 'where runs are executed: in this process, or by workers ("checkwright worker")')
        .choices(['local', 'pg-boss'])
        .default('local'),
    )
  serve.option(
    '--no-daily-runs',
    'new connections get no schedule (default: each runs every day, at a time of its own)',
  )
  addServiceOptions(serve)
    .addHelpText('after', describeEnvironment)
    .hook('preAction', readOwnEnvironment)
    .action(act(async () => (await load()).runServeCommand))
}
