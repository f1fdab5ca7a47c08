/** Where lead files are uploaded by the tus protocol. Alone here: servers without Leads know the path as well. */
export const uploadsPath = '/api/imports/uploads'
