"""What rulings take and forbid: penalty points, matches lost, suspensions and their cards."""
