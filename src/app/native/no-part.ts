const nothing = () => null

/**
 * Replace parts of react-admin that others of it bring. Of tables, bulk deletion and the bar around it: ours is loaded
 * after the rows. Of the layout, the bar and menu that ours stand in for, and the editor of screens.
 */
export {
  nothing as AppBar,
  nothing as BulkActionsToolbar,
  nothing as BulkDeleteButton,
  nothing as Inspector,
  nothing as Menu,
}
