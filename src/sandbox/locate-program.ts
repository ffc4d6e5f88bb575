/**
 * The file of a program. The build puts programs beside the chunks that start them, and a checkout runs the source.
 * @param importer `import.meta.url` of a module in the folder of the program
 */
export function locateProgram(name: string, importer: string): URL {
  return new URL(`./${name}${importer.endsWith('.ts') ? '.ts' : '.js'}`, importer)
}
