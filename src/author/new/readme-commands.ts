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

/** What is left to do with the witnesses that a connector in TypeScript begins. */
export function describeBegunWitnesses(id: string): string {
  return `Fill in what is right for the answers in \`worlds/\`, and where the vendor says so: \`${id}.proposed.yaml\` begins a witness for each check, and none counts without a source. Rename it to \`${id}.witnesses.yaml\`; \`npx checkwright prove ./${id}.ts\` then tries the checks on them.`
}
