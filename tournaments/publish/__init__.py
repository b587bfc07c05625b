"""What others see: public pages that update themselves, and documents on paper."""
