"""What people decide about items -> items dropped, edited, added, restored; every decision is kept."""
