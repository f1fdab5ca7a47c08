// What a build was made from. It uses only Node's own modules: it runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The workspaces by package name: the folder of each, and the names it depends on. */
function readWorkspaces(root) {
  const workspaces = new Map()
  for (const area of ['packages', 'apps'])
    for (const entry of readdirSync(join(root, area))) {
      const folder = `${area}/${entry}`
      const manifest = join(root, folder, 'package.json')
      if (!existsSync(manifest)) continue
      const { name, dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'))
      workspaces.set(name, { folder, dependencies: Object.keys(dependencies) })
    }
  return workspaces
}

/**
 * The folders a workspace is built from: its own, and those of every workspace it depends on, directly or through
 * others. Sorted.
 * @throws when there is no workspace of that name
 */
export function foldersOf(root, name) {
  const workspaces = readWorkspaces(root)
  if (!workspaces.has(name)) throw new Error(`There is no workspace ${name}`)
  const found = new Set()
  const visit = (each) => {
    const workspace = workspaces.get(each)
    if (!workspace || found.has(workspace.folder)) return
    found.add(workspace.folder)
    for (const dependency of workspace.dependencies) visit(dependency)
  }
  visit(name)
  return [...found].sort()
}

const notSources = new Set(['node_modules', 'build', '.react-router', '.cache'])

/** A hash over files and folders, by their paths in `root`. Tests and the output of a build do not count. */
export function fingerprint(root, paths) {
  const hash = createHash('sha256')
  const add = (path) => hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  const visit = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (notSources.has(entry.name)) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      else if (!/\.test\.tsx?$/.test(entry.name)) add(path)
    }
  }
  for (const path of paths) {
    if (statSync(join(root, path)).isDirectory()) visit(path)
    else add(path)
  }
  return hash.digest('hex')
}
