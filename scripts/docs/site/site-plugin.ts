import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Application,
  type Context,
  Converter,
  DocumentReflection,
  JSX,
  ReflectionKind,
  RendererEvent,
} from 'typedoc'
import { listIndexedPages, readFromCheckout, writeFullText, writeIndex } from './language-model-files.ts'
import { countReadingMinutes } from './reading-minutes.ts'
import { findSiteProblems } from './site-problems.ts'

/** Adds to the site how long each page takes, and the files for language models; refuses links that lead nowhere and hosts of others. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const document of project.getReflectionsByKind(ReflectionKind.Document))
      if (document instanceof DocumentReflection) document.name = readTitle(document) ?? document.name
  })
  app.renderer.hooks.on('content.begin', ({ page: { model } }) =>
    model instanceof DocumentReflection
      ? JSX.createElement('p', null, `${countReadingMinutes(readText(model))} min read`)
      : JSX.createElement(JSX.Fragment, null),
  )
  app.renderer.on(RendererEvent.END, ({ outputDirectory }) => {
    writeFileSync(join(outputDirectory, 'llms.txt'), writeIndex(readFromCheckout))
    // The index leads to the pages as they are written.
    for (const path of listIndexedPages(readFromCheckout)) cpSync(path, join(outputDirectory, path))
    writeFileSync(join(outputDirectory, 'llms-full.txt'), writeFullText(readFromCheckout))
    for (const problem of findSiteProblems(outputDirectory)) app.logger.error(problem)
  })
}

function readText({ content }: DocumentReflection): string {
  return content.map(({ text }) => text).join('')
}

/** The heading of a page, which a reader knows it by. */
function readTitle(document: DocumentReflection): string | undefined {
  return /^# (.+)$/m.exec(readText(document))?.[1]?.replaceAll('`', '')
}
