import type { Register } from '../../service/commands/register.ts'

const load = () => import('./mcp-actions.ts')

export const registerMcp: Register = (program, act) => {
  program
    .command('mcp')
    .description('serve the tools of a connector author to a model, by the Model Context Protocol on stdin and stdout')
    .option('--dir <folder>', 'folder with the connectors and descriptions; no other file is read or written', '.')
    .action(act(async () => (await load()).runMcpCommand))
}
