"""The addresses that the tablet's API had in 0.2, below `api/`: they answer until 0.3.

A tablet opens its page from its cache when there is no network, and the page of an earlier build
sends its outbox to these addresses. The views are the same, so that a sheet sent to both is stored
once. They have no names, so links always use the new address.
"""

from django.urls import path

from web.tablet import api_urls

urlpatterns = [path(str(each.pattern), each.callback) for each in api_urls.urlpatterns]
