import type { Register } from '../../service/commands/register.ts'

const load = () => import('./frameworks-actions.ts')

export const registerFrameworks: Register = (program, act) => {
  const frameworks = program
    .command('frameworks')
    .description('list frameworks, show one with the statements that its controls ask for, or import one from a file')
  frameworks
    .command('list', { isDefault: true })
    .description('list the frameworks that come with Checkwright')
    .action(act(async () => (await load()).listFrameworks))
  frameworks
    .command('show')
    .description('show a framework with its controls and mapping, or one control')
    .argument('<framework>', 'id, such as nist-csf-2.0 or nist-800-53-r5.moderate, or a file: ./acme.yaml')
    .argument('[control]', 'one control: PR.AA-01')
    .action(act(async () => (await load()).showFramework))
  frameworks
    .command('import')
    .description(
      'write a framework file from an OSCAL catalog or profile, a CISO Assistant library, a Gemara catalog or a Prowler file',
    )
    .argument('<file>', 'file in JSON or YAML; the catalogs that an OSCAL profile imports stand beside it')
    .option('--id <id>', 'id of the framework (default: that of the file)')
    .option('-o, --output <file>', 'where to write it (default: ./<id>.framework.json)')
    .action(act(async () => (await load()).importFramework))
}
