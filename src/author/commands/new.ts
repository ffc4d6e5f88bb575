import { Option } from 'commander'
import type { Register } from '../../service/commands/register.ts'
import { collect, parseCheckCount } from '../../things/commands/options/parse-option.ts'

const load = () => import('./new-actions.ts')

export const registerNew: Register = (program, act) => {
  program
    .command('new')
    .description('create a connector project with a check and its test; with --for, a check for a shipped connector')
    .argument('<id>', 'its id in kebab-case, such as google-workspace; with --for, the id of the check')
    .option('--for <connector>', 'write a check for a connector that comes with Checkwright, such as aws')
    .addOption(
      new Option('--auth <strategy>', 'how the connector signs in (default: api_key)').choices([
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
      '--graphql <file>',
      "the vendor's GraphQL schema, SDL or the answer to an introspection query: a list, its types, its query",
    )
    .option(
      '--endpoint <list>',
      'a list of the description that gets a check, "GET /users", may be given again; of a GraphQL schema, "users"',
      collect,
    )
    .option(
      '--key-prefix <text>',
      'what stands before the key in Authorization, if a description says it in prose only',
    )
    .option('--max-checks <n>', 'most lists that get a check unless you name them (default: 5)', parseCheckCount)
    .option('--data', 'write a connector without code: one YAML file, with a test by recorded answers')
    .addOption(
      new Option(
        '--scheme <name>',
        'with --data and --auth custom: how it logs in, or signs (default: login-token)',
      ).choices(['login-token', 'jwt-bearer', 'google-service-account', 'hmac', 'aws-sigv4']),
    )
    .option('--dir <dir>', 'folder to write to (default: ./<id>)')
    .option('--project', 'write a package even inside another package')
    .option('-y, --yes', 'ask no questions: use the defaults')
    .action(act(async () => (await load()).runNewCommand))
}
