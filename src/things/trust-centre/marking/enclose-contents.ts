import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { createRefusal } from '../../../received/refuse-file.ts'

/**
 * Makes what each page draws a form of its own (ISO 32000-2, 8.10), unpacked and packed again, so that nothing in it, however broken, has
 * an effect on what is drawn on the page afterwards. What stands around the contents stays: the boxes, annotations, rotation and unit of a
 * page.
 * @throws CheckwrightError `IMPORT_REFUSED` for contents that only some readers can read
 */
export function encloseContents(pdf: PDFDocument): void {
  const forms = new Map<PDFRef, PDFRef>()
  for (const page of pdf.getPages()) {
    const form = enclosePage(pdf, page)
    if (form !== undefined) forms.set(page.ref, form)
  }
  moveStructure(pdf, forms)
}

function enclosePage({ context }: PDFDocument, page: PDFPage): PDFRef | undefined {
  const { node } = page
  const contents = unpackContents(context.lookup(node.get(PDFName.of('Contents'))))
  const resources = node.Resources() ?? context.obj({})
  const structParents = node.get(PDFName.of('StructParents'))
  // A page does not inherit what a form has, so that no name of the mark can mean something else.
  node.set(PDFName.of('Resources'), context.obj({}))
  node.delete(PDFName.of('Contents'))
  if (contents === undefined) return undefined
  const { x, y, width, height } = page.getMediaBox()
  const form = context.flateStream(contents, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x, y, x + width, y + height],
    Resources: resources,
  })
  // The page keeps it too: some readers look for the parts of a page nowhere else.
  if (structParents !== undefined) form.dict.set(PDFName.of('StructParents'), structParents)
  const ref = context.register(form)
  node.set(PDFName.of('Resources'), context.obj({ XObject: { [formName]: ref } }))
  node.set(PDFName.of('Contents'), context.register(context.flateStream(`/${formName} Do`)))
  return ref
}

const formName = 'Contents'

/** @returns undefined: the page draws nothing */
function unpackContents(contents: PDFObject | undefined): Uint8Array | undefined {
  const streams = contents instanceof PDFArray ? listItems(contents) : [contents]
  const parts = streams.flatMap((stream) => {
    if (stream instanceof PDFRawStream) return [unpackStream(stream), newLine]
    if (stream instanceof PDFContentStream) return [stream.getUnencodedContents(), newLine]
    return []
  })
  return parts.length === 0 ? undefined : Buffer.concat(parts)
}

const newLine = Buffer.from('\n')

function unpackStream(stream: PDFRawStream): Uint8Array {
  const { dict } = stream
  const parameters = [dict.lookup(PDFName.of('DecodeParms'))].flatMap((each) =>
    each instanceof PDFArray ? listItems(each) : [each],
  )
  const isPredicted = parameters.some((each) => {
    const predictor = each instanceof PDFDict ? each.lookup(PDFName.of('Predictor')) : undefined
    return predictor !== undefined && !(predictor instanceof PDFNumber && predictor.asNumber() === 1)
  })
  // The library reads neither a file beside the document nor predicted bytes.
  if (dict.has(PDFName.of('F')) || isPredicted) throw createContentsRefusal()
  try {
    return decodePDFRawStream(stream).decode()
  } catch {
    throw createContentsRefusal()
  }
}

function createContentsRefusal() {
  return createRefusal('The PDF has a page whose contents cannot be read. Save or print it as a new PDF.')
}

/** Parts of a tagged document name the contents of their page by number: from now on, those of its form (14.7.5.2). */
function moveStructure({ context, catalog }: PDFDocument, forms: ReadonlyMap<PDFRef, PDFRef>): void {
  const root = catalog.lookup(PDFName.of('StructTreeRoot'))
  if (!(root instanceof PDFDict)) return
  const seen = new Set<PDFDict>()
  const waiting: { readonly element: PDFDict; readonly page: PDFRef | undefined }[] = [
    { element: root, page: undefined },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { element } = next
    if (seen.has(element)) continue
    seen.add(element)
    const page = findPage(element) ?? next.page
    const kids = element.get(kidsName)
    const found = context.lookup(kids)
    if (kids === undefined || found === undefined) continue
    const moved = (found instanceof PDFArray ? listEntries(found) : [kids]).map((kid) => {
      const value = context.lookup(kid)
      if (value instanceof PDFNumber) return nameContents(value, page) ?? kid
      if (!(value instanceof PDFDict)) return kid
      const type = value.lookup(PDFName.of('Type'))
      if (type !== PDFName.of('MCR')) waiting.push({ element: value, page })
      else if (!value.has(streamName)) setStream(value, findPage(value) ?? page)
      return kid
    })
    element.set(kidsName, context.obj(moved))
  }

  function findPage(element: PDFDict): PDFRef | undefined {
    const page = element.get(PDFName.of('Pg'))
    return page instanceof PDFRef ? page : undefined
  }

  function nameContents(id: PDFNumber, page: PDFRef | undefined): PDFDict | undefined {
    if (page === undefined || !forms.has(page)) return undefined
    const named = context.obj({ Type: 'MCR', Pg: page, MCID: id })
    setStream(named, page)
    return named
  }

  function setStream(named: PDFDict, page: PDFRef | undefined): void {
    const form = page && forms.get(page)
    if (form !== undefined) named.set(streamName, form)
  }
}

const kidsName = PDFName.of('K')
const streamName = PDFName.of('Stm')

function listItems(array: PDFArray): readonly (PDFObject | undefined)[] {
  return Array.from({ length: array.size() }, (_, index) => array.lookup(index))
}

function listEntries(array: PDFArray): readonly PDFObject[] {
  return Array.from({ length: array.size() }, (_, index) => array.get(index))
}
