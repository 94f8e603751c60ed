const nothing = () => null

/**
 * Replace parts of react-admin that other parts of it import: bulk deletion of tables, as the panel's own bar is loaded
 * after the rows; the app bar and the menu of its layout, which the panel replaces; and the editor of screens.
 */
export { nothing as AppBar, nothing as BulkDeleteButton, nothing as Inspector, nothing as Menu }
