import ts from 'typescript'

/** A name that a file declares, with the way to it where it is not at the top: `Walk`, `Walk.next`, `walk.options`. */
export interface Renaming {
  readonly file: string
  readonly name: string
  readonly to: string
}

export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The edits of each file that give the names their new ones. Whatever else a file calls by the same name stays, and so
 * does the member that a shorthand makes: `{ walk }` becomes `{ walk: next }`.
 * @throws Error for a name that its file does not declare, and for a new name that one of its users has already
 */
export function planRenames(
  service: ts.LanguageService,
  renamings: readonly Renaming[],
): ReadonlyMap<string, readonly Edit[]> {
  const edits = new Map<string, Edit[]>()
  for (const renaming of renamings) {
    const places =
      service.findRenameLocations(renaming.file, findPlace(service, renaming), false, false, {
        providePrefixAndSuffixTextForRename: true,
      }) ?? []
    if (places.length === 0) throw new Error(`${renaming.file}: "${renaming.name}" cannot be renamed.`)
    demandFreeName(service, renaming, new Set(places.map(({ fileName }) => fileName)))
    for (const { fileName, textSpan, prefixText = '', suffixText = '' } of places) {
      const known = edits.get(fileName) ?? []
      edits.set(fileName, known)
      const text = `${prefixText}${renaming.to}${suffixText}`
      known.push({ start: textSpan.start, end: textSpan.start + textSpan.length, text })
    }
  }
  return edits
}

/** @param edits none of which touches another */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((whole, { start, end, text: written }) => whole.slice(0, start) + written + whole.slice(end), text)
}

function findPlace(service: ts.LanguageService, { file, name }: Renaming): number {
  const source = service.getProgram()?.getSourceFile(file)
  if (!source) throw new Error(`${file} is no file of the project.`)
  let at: ts.Node | undefined = source
  for (const step of name.split('.')) at = at && findDeclared(at, step)
  const written = at && ts.getNameOfDeclaration(at as ts.Declaration)
  if (!written) throw new Error(`${file} does not declare "${name}".`)
  return written.getStart(source)
}

/** The outermost declaration of that name below a node. */
function findDeclared(node: ts.Node, name: string): ts.Node | undefined {
  for (let level = listChildren(node); level.length > 0; level = level.flatMap(listChildren)) {
    const found = level.find((child) => readDeclaredName(child)?.text === name)
    if (found) return found
  }
  return undefined
}

/** A variable is a child of its block, as a function is. */
function listChildren(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => {
    if (ts.isVariableStatement(child)) children.push(...child.declarationList.declarations)
    else children.push(child)
  })
  return children
}

function readDeclaredName(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const isImported = ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isShorthandPropertyAssignment(node)
  const name = isImported ? undefined : (node as Partial<ts.NamedDeclaration>).name
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name : undefined
}

function demandFreeName(service: ts.LanguageService, { file, name, to }: Renaming, users: ReadonlySet<string>): void {
  // A member stands behind its object, where no other name is in its way.
  if (name.includes('.')) return
  for (const user of users) {
    const source = service.getProgram()?.getSourceFile(user)
    if (source && usesName(source, to))
      throw new Error(`${file}: "${name}" cannot become "${to}", because ${user} calls something else so.`)
  }
}

function usesName(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node) && node.text === name && !isMember(node)) return true
  return listChildren(node).some((child) => usesName(child, name))
}

/** `at.name`, `{ name: … }`, or a member of a type. */
function isMember(name: ts.Identifier): boolean {
  const { parent } = name
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent))
    return name !== (ts.isQualifiedName(parent) ? parent.left : parent.expression)
  return (
    (ts.isPropertyAssignment(parent) || ts.isTypeElement(parent) || ts.isClassElement(parent)) && parent.name === name
  )
}
