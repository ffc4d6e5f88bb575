import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { CheckwrightError } from '../../../errors/index.ts'
import { createRefusal } from '../../../received/refuse-file.ts'
import { pdfPagesMax } from '../limits.ts'
import { encloseContents } from './enclose-contents.ts'

type Font = Awaited<ReturnType<PDFDocument['embedFont']>>

const fontPoints = 7
const marginPoints = 12
const linesMax = 4

/**
 * The PDF with a line at the bottom of each page. It is written anew, so that cutting off its end does not take the line away.
 * @throws CheckwrightError `IMPORT_REFUSED` for one that no mark holds on: it is encrypted, signed, broken or has files attached
 */
export async function markPdf(bytes: Uint8Array, mark: string): Promise<Uint8Array> {
  try {
    return await writeMark(bytes, mark)
  } catch (error) {
    if (error instanceof CheckwrightError) throw error
    // The library reads leniently, and meets what is broken anywhere.
    throw Buffer.from(bytes).includes('/Encrypt')
      ? createEncryptedRefusal()
      : createRefusal('The PDF cannot be read to its end. Save or print it as a new PDF.')
  }
}

async function writeMark(bytes: Uint8Array, mark: string): Promise<Uint8Array> {
  const pdf = await openPdf(bytes)
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const line = replaceUnknown(font, mark)
  encloseContents(pdf)
  for (const page of pdf.getPages()) drawMark(page, font, line)
  noteMark(pdf, mark)
  return pdf.save({ updateFieldAppearances: false, addDefaultPage: false })
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(bytes, {
    ignoreEncryption: true,
    throwOnInvalidObject: true,
    updateMetadata: false,
    capNumbers: true,
  })
  if (pdf.isEncrypted) throw createEncryptedRefusal()
  if (isSigned(pdf))
    throw createRefusal('The PDF has a digital signature, which a mark would break. Print it as a new PDF.')
  if (hasFiles(pdf)) throw createRefusal('The PDF has files attached, which a mark would not reach. Remove them.')
  demandPages(pdf.catalog.Pages(), new Set())
  const count = pdf.getPageCount()
  if (count === 0) throw createRefusal('The PDF has no page.')
  if (count > pdfPagesMax) throw createRefusal(`The PDF has ${count} pages. Up to ${pdfPagesMax} can be marked.`)
  return pdf
}

/** Readers are lenient about what is a page: what this library passes over would be shown without a mark. */
function demandPages(tree: PDFPageTree, seen: Set<PDFPageTree>): void {
  seen.add(tree)
  const kids = tree.Kids()
  for (let index = 0; index < kids.size(); index++) {
    const kid = kids.lookup(index)
    if (kid instanceof PDFPageTree && !seen.has(kid)) demandPages(kid, seen)
    else if (!(kid instanceof PDFPageLeaf))
      throw createRefusal('The PDF has a page that does not call itself one. Save or print it as a new PDF.')
  }
}

function createEncryptedRefusal() {
  return createRefusal('The PDF is encrypted. Save it without a password and without restrictions.')
}

function isSigned({ context }: PDFDocument): boolean {
  return context
    .enumerateIndirectObjects()
    .some(([, each]) => each instanceof PDFDict && each.lookup(PDFName.of('ByteRange')) instanceof PDFArray)
}

function hasFiles({ context, catalog }: PDFDocument): boolean {
  const names = catalog.lookup(PDFName.of('Names'))
  return (
    (names instanceof PDFDict && names.has(PDFName.of('EmbeddedFiles'))) ||
    context
      .enumerateIndirectObjects()
      .some(
        ([, each]) =>
          each instanceof PDFDict &&
          each.lookup(PDFName.of('Type')) === PDFName.of('Filespec') &&
          each.has(PDFName.of('EF')),
      )
  )
}

/** Where a line begins on a page, and in which direction the next one stands above it. */
interface LineStart {
  readonly x: number
  readonly y: number
  readonly upX: number
  readonly upY: number
}

/** At the bottom as people see it, also on a page that is shown turned. */
function drawMark(page: PDFPage, font: Font, line: string): void {
  const box = page.getCropBox()
  const angle = (((Math.round(page.getRotation().angle / 90) * 90) % 360) + 360) % 360
  const isTurned = angle === 90 || angle === 270
  const unit = settleUnit(page)
  const margin = marginPoints / unit
  const room = Math.max((isTurned ? box.height : box.width) - 2 * margin, 1 / unit)
  const { lines, size } = fitLines(line, { room, unit, measure: (text, at) => font.widthOfTextAtSize(text, at) })
  const { x, y, upX, upY } = findStart(box, angle, margin)
  const step = size * 1.2
  for (const [index, text] of lines.entries()) {
    const up = (lines.length - 1 - index) * step
    page.drawRectangle({
      x: x + upX * (up - size / 4),
      y: y + upY * (up - size / 4),
      width: font.widthOfTextAtSize(text, size),
      height: step,
      rotate: degrees(angle),
      color: rgb(1, 1, 1),
      opacity: 0.8,
    })
    page.drawText(text, {
      x: x + upX * up,
      y: y + upY * up,
      size,
      font,
      rotate: degrees(angle),
      color: rgb(0.25, 0.25, 0.25),
    })
  }
}

/** Points of one unit of the page. One that readers may take for another is taken away. */
function settleUnit({ node }: PDFPage): number {
  const unit = node.lookup(userUnit)
  if (unit === undefined) return 1
  const points = unit instanceof PDFNumber ? unit.asNumber() : 0
  if (points >= unitMin && points <= unitMax) return points
  node.delete(userUnit)
  return 1
}

const userUnit = PDFName.of('UserUnit')
const unitMin = 0.01
const unitMax = 100_000

function findStart(
  { x, y, width, height }: ReturnType<PDFPage['getCropBox']>,
  angle: number,
  margin: number,
): LineStart {
  const left = x + margin
  const right = x + width - margin
  const bottom = y + margin
  const top = y + height - margin
  switch (angle) {
    case 90:
      return { x: right, y: bottom, upX: -1, upY: 0 }
    case 180:
      return { x: right, y: top, upX: 0, upY: -1 }
    case 270:
      return { x: left, y: top, upX: 1, upY: 0 }
    default:
      return { x: left, y: bottom, upX: 0, upY: 1 }
  }
}

/** What a line has to fit into, in units of the page. */
interface LineRoom {
  readonly room: number
  /** Points of a unit. */
  readonly unit: number
  measure(text: string, size: number): number
}

/** On small pages the letters are smaller, and never left out. */
function fitLines(
  line: string,
  { room, unit, measure }: LineRoom,
): { readonly lines: readonly string[]; readonly size: number } {
  for (let points = fontPoints; ; points *= 0.8) {
    const size = points / unit
    const lines = wrapLine(line, (text) => measure(text, size) <= room)
    const isFitting = lines.every((text) => measure(text, size) <= room)
    if ((isFitting && lines.length <= linesMax) || points < 0.5) return { lines, size }
  }
}

function wrapLine(line: string, fits: (text: string) => boolean): readonly string[] {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The font that every reader has knows Latin letters alone. The details of the document have the others. */
function replaceUnknown(font: Font, text: string): string {
  const known = new Set(font.getCharacterSet())
  return [...text.normalize('NFC')].map((each) => (known.has(each.codePointAt(0) ?? 0) ? each : '?')).join('')
}

/** In the details of the document, with all letters. */
function noteMark(pdf: PDFDocument, mark: string): void {
  const { context } = pdf
  const { Info } = context.trailerInfo
  const found = Info && context.lookup(Info)
  const details = found instanceof PDFDict ? found : context.obj({})
  details.set(PDFName.of('GivenTo'), PDFHexString.fromText(mark))
  if (details !== found) context.trailerInfo.Info = context.register(details)
}
