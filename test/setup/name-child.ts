/** The name of a built child. @param file its source, as a path in the checkout */
export function nameChild(file: string): string {
  return file.replaceAll(/[/\\]/g, '-').replace(/\.ts$/, '')
}
