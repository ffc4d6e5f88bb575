/** The commands for an author, each with its purpose, for the README of a new connector. */
export function renderReadmeCommands(id: string, isLocal: boolean): string {
  const local = isLocal ? ' --allow-private-network' : ''
  return renderCommands([
    ['npx vitest run', 'its tests, with the contract that holds for every connector'],
    [`npx checkwright validate ./${id}.ts`, 'what is wrong or unusual, with file and line'],
    [`npx checkwright run ./${id}.ts${local}`, 'on a real account; you are asked for credentials'],
    [`npx checkwright record ./${id}.ts${local}`, 'keep what that account answers, without secrets'],
    ['npx checkwright test', 'replay it, offline'],
  ])
}

/** Commands of a README, each with its purpose in a column of its own. */
export function renderCommands(commands: readonly (readonly [command: string, purpose: string])[]): string {
  const width = Math.max(...commands.map(([command]) => command.length))
  return `\`\`\`sh\n${commands.map(([command, purpose]) => `${command.padEnd(width)}   # ${purpose}\n`).join('')}\`\`\``
}
